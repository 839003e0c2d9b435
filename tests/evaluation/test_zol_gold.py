from __future__ import annotations

from evaluation.zol_gold import zol_pairs

PAGE = """<table>
<tr><td class="hd" colspan="2">屏幕</td></tr>
<tr><th><span id="newPmName_1">电商报价</span></th>
  <td><span id="newPmVal_1"><a href="x">￥6198</a></span></td></tr>
<tr><th> <a id="newPmName_2">主屏尺寸</a> </th>
  <td><span>6.89英寸<i></i><span class="text-hui">需双手打字</span>
  <a href="x">更多6.89英寸手机＞</a></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>导航</span></th>
  <td><span><a href="x">GPS导航></a>，<a href="y">北斗导航></a>，Galileo导航</span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>主屏分辨率</span></th>
  <td><span>2256x1080像素<span class="text-hui">（击败<font>60.76%</font>手机）</span></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>CPU型号</span></th>
  <td><span>高通 骁龙855<a>更多高通手机></a>，<a>手机性能排行></a></span>
  <em class="edit-param">纠错</em></td></tr>
<tr><th><span>电池充电</span></th>
  <td><span><a>快速充电</a>（44W快充）</span><em class="edit-param">纠错</em></td></tr>
<tr><th><span>闪光灯</span></th>
  <td><span>前置：屏幕补光<br /> 后置：闪光灯</span><em class="edit-param">纠错</em></td></tr>
</table>"""


def test_names_and_values_without_the_site_s_remarks() -> None:
    assert zol_pairs(PAGE.encode("gbk")) == (
        ("主屏尺寸", "6.89英寸"),
        ("导航", "GPS导航，北斗导航，Galileo导航"),
        ("主屏分辨率", "2256x1080像素"),
        ("CPU型号", "高通 骁龙855"),
        ("电池充电", "快速充电（44W快充）"),
        ("闪光灯", "前置：屏幕补光 后置：闪光灯"),
    )
