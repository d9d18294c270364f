#pragma once
#include <gtk/gtk.h>
#include <glib-unix.h>
#define G_SETTINGS_ENABLE_BACKEND // for a backend other than the default
#include <gio/gsettingsbackend.h>
#include <cairo-pdf.h>
#include <hb.h>
#include <hb-ot.h>
#include <pango/pangofc-fontmap.h>
#include <malloc.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// libdispatch exports this pair for foreign run loops but declares it only in private headers.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

// Function-like macros and casts that Swift cannot import.
static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_unsigned(void) { return G_TYPE_UINT; }

G_GNUC_BEGIN_IGNORE_DEPRECATIONS
// The times of GdkPixbuf's animations have a deprecated type, for which there is no other one. In milliseconds.
static inline GTimeVal cgtk_time_value(gint64 time) {
  GTimeVal value = {(glong)(time / 1000), (glong)(time % 1000 * 1000)};
  return value;
}
static inline GdkPixbufAnimationIter *_Nullable cgtk_animation_start(GdkPixbufAnimation *_Nonnull animation) {
  GTimeVal start = cgtk_time_value(0);
  return gdk_pixbuf_animation_get_iter(animation, &start);
}
static inline void cgtk_animation_advance(GdkPixbufAnimationIter *_Nonnull iterator, gint64 time) {
  GTimeVal now = cgtk_time_value(time);
  gdk_pixbuf_animation_iter_advance(iterator, &now);
}
G_GNUC_END_IGNORE_DEPRECATIONS

// prctl and syscall are variadic, which Swift cannot call.
static inline int cgtk_close_files(unsigned int first) { return (int)syscall(SYS_close_range, first, ~0U, 0); }
static inline int cgtk_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int cgtk_set_system_call_filter(const struct sock_fprog *_Nonnull filter) {
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0);
}
