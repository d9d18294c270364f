// The C library's gettext functions, which the module Glibc does not have.
#include <libintl.h>
