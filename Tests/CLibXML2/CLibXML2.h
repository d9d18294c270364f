#include <libxml/xmlversion.h>
// ICU's types would differ from those of the same names in Foundation's own copy of ICU.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
