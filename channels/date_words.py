"""The words of dates in the languages of forums and news: months, weekdays, units, day words.

Facts of the Unicode locale data (CLDR) for 33 languages, in small letters, and what sites write
beside them. Words that two languages use for different months are left out.
"""

from __future__ import annotations

_MONTHS = {
    1: """
ene enero jän jänner gen gener gennaio ian ianuarie jaan jaanuar jan janeiro januar januari
january január januára janv janvier janvāris janúar leden ledna oca ocak saus sausio sausis sij
siječanj siječnja sty styczeń stycznia tammi tammikuu tammikuuta ιαν ιανουάριοσ
ιανουαρίου січ січень січня янв январь января яну януари јан јануар ינואר يناير ژانویه""",
    2: """
feb febbraio fevr fevrier febr febrer febrero februar februari februarie february február
februára februāris febrúar fev fevereiro févr février helmi helmikuu helmikuuta lut lutego
luty vas vasario vasaris veebr veebruar velj veljača veljače úno únor února şub şubat φεβ
φεβρουάριοσ φεβρουαρίου лют лютий лютого феб фебруар фев февр февраль февраля февруари
פברואר فبراير فوریه""",
    3: """
bře březen března kov kovas kovo maalis maaliskuu maaliskuuta maart mar marca march marec
maret mars mart martie marts marzec marzo març março mrt márc március mär märts märz ožu
ožujak ožujka μάρ μάρτιοσ μαρ μαρτίου бер березень березня мар март марта מרץ مارس""",
    4: """
abr abril apr april aprile aprilie aprill apríl apríla aprīlis avr avril bal balandis
balandžio dub duben dubna huhti huhtikuu huhtikuuta kwi kwiecień kwietnia nis nisan tra
travanj travnja ápr április απρ απρίλιοσ απριλίου апр апрель апреля април квіт квітень
квітня אפריל آوریل أبريل""",
    5: """
geg gegužė gegužės kvě květen května mag maggio mai maig maijs maio maj maja may mayo mayıs
maí mei máj mája május svi svibanj svibnja touko toukokuu toukokuuta μάι μάιοσ май мая мај
трав травень травня מאי مايو""",
    6: """
birž birželio birželis cze czerwca czerwiec giu giugno haz haziran iun iunie juin jun june
junho juni junij junio juny juuni jún júna június júní jūn jūnijs kesä kesäkuu kesäkuuta
lipanj lipnja červen června čvn ιουν ιουνίου ιούν ιούνιοσ июн июнь июня черв червень червня
юни јун יוני يونيو ژوئن""",
    7: """
heinä heinäkuu heinäkuuta iul iulie juil juillet jul julho juli julij julio juliol july
juuli júl júla július júlí jūl jūlijs liep liepa liepos lipca lipiec lug luglio srpanj
srpnja tem temmuz července červenec čvc ιουλ ιουλίου ιούλ ιούλιοσ июл июль июля лип липень
липня юли јул יולי يوليو ژوئیه""",
    8: """
ago agost agosto agu agustus aout août aug august augusta augusti augusts augustus augusztus
avg avgust ağu ağustos elo elokuu elokuuta kol kolovoz kolovoza rugp rugpjūtis rugpjūčio sie
sierpień sierpnia srpen srpna ágú ágúst αυγ αυγούστου αύγ αύγουστοσ авг август августа серп
серпень серпня אוגוסט أغسطس اوت""",
    9: """
eyl eylül rugs rugsėjis rugsėjo ruj rujan rujna sep sept september septembra septembre
septembrie septembris septiembre set setembre setembro settembre syys syyskuu syyskuuta
szept szeptember wrz wrzesień września zář září σεπ σεπτέμβριοσ σεπτεμβρίου вер вересень
вересня сент сентябрь сентября сеп септембар септември ספטמבר سبتمبر سپتامبر""",
    10: """
eki ekim loka lokakuu lokakuuta oct october octobre octombrie octubre okt oktober oktobris
oktoober október októbra ott ottobre outubro paź październik października spal spalio spalis
říj říjen října οκτ οκτωβρίου οκτώβριοσ жовт жовтень жовтня окт октобар октомври октябрь
октября אוקטובר أكتوبر اکتبر""",
    11: """
kas kasım lapkr lapkritis lapkričio listopadu marras marraskuu marraskuuta noiembrie nov
november novembra novembre novembris novembro noviembre nóv nóvember stu studeni studenoga
νοέ νοέμβριοσ νοε νοεμβρίου лист листопад листопада нов новембар ное ноември нояб ноябрь
ноября נובמבר نوامبر نوفمبر""",
    12: """
ara aralık dec december decembra decembre decembrie decembris desember desembre dets
detsember dez dezember dezembro dic dicembre diciembre déc décembre gru grudnia grudzień
gruod gruodis gruodžio joulu joulukuu joulukuuta prosinac prosinca prosince prosinec δεκ
δεκέμβριοσ δεκεμβρίου груд грудень грудня дек декабрь декабря декември дец децембар דצמבר
دسامبر ديسمبر""",
}
_WEEKDAYS = {
    0: """
dilluns dl esmaspäev hétfő lun lundi lunedì lunes luni ma maanantai maanantaina maandag man
mandag mo mon monday montag mán mánudagur mån måndag pazartesi pirmadienis pirmd pirmdiena
po pon pondelok pondělí ponedeljek ponedjeljak poniedziałek pr pzt seg sen senin δευ δευτέρα
пн пон понеделник понедельник понедељак понеділок الاثنين دوشنبه""",
    1: """
an antradienis di dienstag dimarts dinsdag dt kedd mar mardi martedì martes marți otrd
otrdiena sal salı sel selasa teisipäev ter ti tiistai tiistaina tir tirs tirsdag tis tisdag
torek tue tuesday ut uto utorak utorok wt wtorek út úterý þri þriðjudagur τρί τρίτη вт
вторник вівторок уто уторак الثلاثاء""",
    2: """
dc dimecres ke keskiviikko keskiviikkona kolmapäev mer mercoledì mercredi mi mie miercuri
mittwoch mié miércoles mið miðvikudagur ons onsdag qua rab rabu sre sreda sri srijeda st
streda středa sze szerda tr trečiadienis trešd trešdiena wed wednesday wo woensdag çar
çarşamba śr środa τετ τετάρτη середа ср сре среда сряда الأربعاء چهارشنبه""",
    3: """
ceturtd ceturtdiena cs csütörtök czw czwartek dijous dj do donderdag donnerstag fim
fimmtudagur gio giovedì jeu jeudi joi jue jueves kam kamis ketvirtadienis kt neljapäev per
perşembe qui thu thursday to tors torsdag torstai torstaina čet četrtek četvrtak čt čtvrtek
štvrtok πέμ πέμπτη чет четвер четверг четвртак четвъртък чт الخميس پنجشنبه""",
    4: """
cum cuma divendres dv fr fre fredag freitag fri friday fös föstudagur jum jumat pe
penktadienis perjantai perjantaina pet petak petek pi piatok piektd piektdiena piątek pn pt
pá pátek péntek reede sex ven vendredi venerdì vie viernes vin vineri vr vrijdag παρ
παρασκευή пʼятниця пет петак петък пт пятница الجمعة جمعه""",
    5: """
cmt cumartesi dissabte ds la lau lauantai lauantaina laugardagur laupäev lör lördag lør
lørdag sa sab sabato sabtu sam samedi samstag sat saturday sestd sestdiena sob sobota sub
subota szo szombat sáb sábado sâm sâmbătă za zaterdag šeštadienis σάβ σάββατο сб суб суббота
субота събота שבת السبت شنبه""",
    6: """
cn dg dim dimanche diumenge dom domenica domingo dum duminică min minggu ne ned nedelja
nedeľa nedjelja neděle niedz niedziela paz pazar pühapäev sekmadienis sk sonntag su sun
sunday sunnudagur sunnuntai svētd svētdiena sön söndag søn søndag vasárnap zo zondag κυρ
κυριακή воскресенье вс нд нед неделя недеља неділя الأحد یکشنبه""",
}
_UNITS = {
    "second": """
s detik giây másodperccel saniye sec second seconde secs seconden secondes secondi secondo
seconds secunde secundă segon segons segundo segundos sekund sekundama sekundami sekunde
sekunden sekunder sekundes sekundi sekundo sekundou sekundu sekundy sekundēm sekundę sekunti
sekuntia sekúndu sekúndum δευτερόλεπτα δευτερόλεπτο секунд секунда секунде секунди секунду
секунды שניות שנייה ثانية ثانيتين ثانیه ثوان""",
    "minute": """
m dakika menit minut minuta minutama minutami min minute minuten mins minuter minutes minuti
minuto minutos minutou minuts minutt minutter minutu minuty minutę minuut minuutti minuuttia
minútami minútou minūtes minūtēm mínútu mínútum perccel phút λεπτά λεπτό минут минута минути
минуту минуты хвилин хвилини хвилину דקה דקות دقائق دقيقة دقيقتين دقیقه""",
    "hour": """
h giờ godzin godziny godzinę heure heures hodinami hodinou hora horas hores hour hours hr
hrs std jam klukkustund klukkustundum ora ore oră saat sat sata sati stundas stunde stunden
stundām time timer timmar timme tunni tunti tuntia urama urami uro uur valandas valandą
órával ώρα ώρεσ годин годину сата сати час часа часов שעה שעות שעתיים ساعات ساعة ساعت ساعتين""",
    "day": """
d dag dagar dage dagen dan dana day days degi dia dias dienas dienām dieną dies dnem dnevi
dnevom dnevoma dni dny dzień día días dögum døgn dňami dňom giorni giorno gün hari jour
jours nappal ngày päeva päivä päivää tag tage tagen zi zile ημέρα ημέρεσ дана ден день дней
дни дня дні днів יום יומיים ימים أيام روز يوم يومين""",
    "week": """
w hafta héttel minggu nedēļas nedēļām nädala savaites savaitę semaine semaines semana
semanas setmana setmanes settimana settimane săptămâni săptămână tednom tednoma tjedan
tjedna tuần tydzień tygodnie týdnem týdny týždňami týždňom uge uger uke uker vecka veckor
viikko viikkoa viku vikum week weeks wk wks weken woche wochen εβδομάδα εβδομάδεσ недели
неделю недеље седмица седмици тиждень тижні שבוע שבועיים أسبوع أسبوعين هفته""",
    "month": """
ay bulan hónappal kuu kuukausi kuukautta luni lună maand maanden mes mese mesecem mesecema
meseci meses mesi mesiacmi mesiacom mesos miesiąc miesiące miesięcy mjesec mjeseca mjeseci
mois monat monaten mo month months mos monate mánuði mánuðum månad månader måned måneder mês
mēneša mēnešiem mėnesius mėnesį měsícem měsíci tháng μήνα μήνεσ месец месеца месеци месяц
месяца месяцев місяць місяці місяців חודש חודשיים חודשים أشهر شهر شهرين ماه""",
    "year": """
y aasta an ani anni anno ano anos ans any anys año años yr yrs gada gadiem godina godine
godinu jaar jahr jahre jahren lat lata leti letom letoma lety metus năm rok rokem rokmi
rokom tahun vuosi vuotta year years yıl ári árum år évvel έτη έτοσ год года година године
лет роки років рік שנה שנים שנתיים سال سنة سنتين سنوات""",
}
_DAYS_AGO = {
    0: """
today heute aujourd hui hoy oggi hoje vandaag idag dnes dziś dzisiaj сегодня сьогодні днес
данас danas tänään ma bugün σήμερα avui astăzi šiandien šodien täna היום اليوم امروز 今天 今日
오늘""",
    1: """
yesterday gestern hier ayer ieri ontem gisteren igår včera wczoraj вчера вчора јуче jučer
včeraj eilen tegnap dün χθεσ ahir vakar eile kemarin אתמול أمس دیروز 昨天 昨日 어제""",
    2: """
vorgestern avanthier anteayer eergisteren förrgår předevčírem przedwczoraj позавчера
позавчора toissapäivänä tegnapelőtt 前天 一昨日 그저께""",
    3: "大前天",
}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}

MONTHS = {word: month for month, words in _MONTHS.items() for word in words.split()}
WEEKDAYS = {
    word: day for day, words in _WEEKDAYS.items() for word in words.split() if len(word) > 2
}
# A unit in seconds; months and years, which differ in length, in months.
UNITS = {
    word: _SECONDS[unit]
    for unit, words in _UNITS.items()
    if unit in _SECONDS
    for word in words.split()
}
UNITS_OF_MONTHS = {
    **dict.fromkeys(_UNITS["month"].split(), 1),
    **dict.fromkeys(_UNITS["year"].split(), 12),
}
DAYS_AGO = {word: days for days, words in _DAYS_AGO.items() for word in words.split()}
JUST_NOW = frozenset(
    ("just now", "刚刚", "刚才", "剛剛", "剛才", "방금", "たった今", "только что", "gerade eben")
)
# Behind a span of time, and before it.
AGO_BEHIND = (
    "ago geleden fa sedan siden sitten temu назад тому önce trước lalu eest ezelőtt her atrás "
    "پیش".split()
)
AGO_BEFORE = (
    "vor|il y a|hace|há|acum|před|pred|преди|пре|prije|πριν(?: από)?|prieš|pirms|fa|fyrir|לפני|قبل"
)
