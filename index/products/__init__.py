"""Products: records of one phone from several sites become one."""
