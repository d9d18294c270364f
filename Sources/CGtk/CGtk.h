#pragma once
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <hb.h>
#include <hb-ot.h>
#include <pango/pangofc-fontmap.h>

// libdispatch exports this pair for foreign run loops but declares it only in private headers.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

// Function-like macros and casts that Swift cannot import.
static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
