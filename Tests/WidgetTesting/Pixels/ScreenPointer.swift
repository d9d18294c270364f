import Glibc

/// The pointer of an X server, which must not be over a window whose picture is taken.
///
/// Xlib is installed wherever GTK is, but its headers' dependencies are not.
package enum ScreenPointer {
  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Measure = @convention(c) (OpaquePointer, CInt) -> CInt
  private typealias DefaultRootWindow = @convention(c) (OpaquePointer) -> CUnsignedLong
  private typealias WarpPointer =
    @convention(c) (
      OpaquePointer, CUnsignedLong, CUnsignedLong, CInt, CInt, CUnsignedInt, CUnsignedInt, CInt, CInt
    ) -> CInt
  private typealias CloseDisplay = @convention(c) (OpaquePointer) -> CInt

  /// Moves the pointer to the bottom right corner of the screen that the environment names.
  ///
  /// - Returns: The size of the screen in device pixels; nil without Xlib or an X server.
  package static func moveToCorner() -> (width: Int, height: Int)? {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else { return nil }
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let open = function("XOpenDisplay", as: OpenDisplay.self),
      let width = function("XDisplayWidth", as: Measure.self),
      let height = function("XDisplayHeight", as: Measure.self),
      let defaultRoot = function("XDefaultRootWindow", as: DefaultRootWindow.self),
      let warp = function("XWarpPointer", as: WarpPointer.self),
      let close = function("XCloseDisplay", as: CloseDisplay.self), let display = open(nil)
    else { return nil }
    defer { _ = close(display) }
    let size = (width: Int(width(display, 0)), height: Int(height(display, 0)))
    _ = warp(display, 0, defaultRoot(display), 0, 0, 0, 0, CInt(size.width - 1), CInt(size.height - 1))
    return size
  }
}
