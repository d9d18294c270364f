import Glibc

/// The pixels of an X server's screen, for programs that take no pictures of themselves.
///
/// Xlib is there wherever GTK is, but not what its headers need.
final class X11Screen {
  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias DefaultRootWindow = @convention(c) (OpaquePointer) -> CUnsignedLong
  private typealias GetImage =
    @convention(c) (
      OpaquePointer, CUnsignedLong, CInt, CInt, CUnsignedInt, CUnsignedInt, CUnsignedLong, CInt
    ) -> UnsafeMutableRawPointer?
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> CInt
  private typealias CloseDisplay = @convention(c) (OpaquePointer) -> CInt

  /// The first fields of Xlib's `XImage`.
  private struct Image {
    var width, height, xOffset, format: CInt
    var data: UnsafeMutablePointer<UInt8>?
    var byteOrder, bitmapUnit, bitmapBitOrder, bitmapPad, depth, bytesPerLine, bitsPerPixel: CInt
  }

  private static let zPixmap: CInt = 2

  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer
  private let root: CUnsignedLong
  private let getImage: GetImage
  private let free: Free
  private let close: CloseDisplay

  /// - Returns: Nil without Xlib or without the server that the environment names.
  init?() {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else { return nil }
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let open = function("XOpenDisplay", as: OpenDisplay.self),
      let defaultRoot = function("XDefaultRootWindow", as: DefaultRootWindow.self),
      let getImage = function("XGetImage", as: GetImage.self), let free = function("XFree", as: Free.self),
      let close = function("XCloseDisplay", as: CloseDisplay.self), let display = open(nil)
    else { return nil }
    self.library = library
    self.display = display
    self.getImage = getImage
    self.free = free
    self.close = close
    root = defaultRoot(display)
  }

  deinit {
    _ = close(display)
    dlclose(library)
  }

  /// The part of the pixels that differ from the most frequent colour in the screen's top left corner, where a window
  /// lies that no window manager has moved; 0 as long as most of the corner is not light.
  ///
  /// - Parameters:
  ///   - width: In device pixels; no more than the screen has.
  ///   - height: In device pixels; no more than the screen has.
  func inkOfLightWindow(width: Int, height: Int) -> Double {
    guard
      let found = getImage(
        display, root, 0, 0, CUnsignedInt(width), CUnsignedInt(height), CUnsignedLong.max, Self.zPixmap)
    else { return 0 }
    let image = found.load(as: Image.self)
    defer {
      _ = free(image.data)
      _ = free(found)
    }
    guard image.bitsPerPixel == 32, let data = image.data else { return 0 }
    var counts: [UInt32: Int] = [:]
    for y in 0..<height {
      let line = UnsafeRawPointer(data + y * Int(image.bytesPerLine))
      for x in 0..<width {
        counts[line.load(fromByteOffset: x * 4, as: UInt32.self) & 0xFF_FFFF, default: 0] += 1
      }
    }
    guard let background = counts.max(by: { $0.value < $1.value }), background.key & 0xFF > 0xC0 else {
      return 0
    }
    return Double(width * height - background.value) / Double(width * height)
  }
}
