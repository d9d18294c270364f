import GtkInterop
import LayoutCore
import PangoText

/// Draws what is special about one row: pictures, badges, backgrounds. It lives as long as its row is near the
/// viewport.
public protocol RowDrawing: AnyObject {
  /// Does what would otherwise take time when the row is first drawn.
  func prepare()
  /// The row is on screen from now on.
  ///
  /// - Parameter needsRedraw: Call it when the row looks different from then on.
  func becameVisible(needsRedraw: @escaping () -> Void)
  /// Draws under the row's texts.
  ///
  /// - Parameter snapshot: A GtkSnapshot whose origin is the row's top left corner, in logical pixels.
  func drawBackground(on snapshot: OpaquePointer)
  /// Draws over the row's texts.
  ///
  /// - Parameter snapshot: A GtkSnapshot whose origin is the row's top left corner, in logical pixels.
  func draw(on snapshot: OpaquePointer)
  /// The tooltip at a point of the row, in logical pixels; nil if there is none of its own.
  func tooltip(at point: Point) -> String?
  /// What assistive tools say of the row besides its name.
  var accessibleDescription: String? { get }
}

extension RowDrawing {
  public func prepare() {}
  public func becameVisible(needsRedraw: @escaping () -> Void) {}
  public func drawBackground(on snapshot: OpaquePointer) {}
  public func draw(on snapshot: OpaquePointer) {}
  public func tooltip(at point: Point) -> String? { nil }
  public var accessibleDescription: String? { nil }
}

/// What a drawing is made from.
public struct RowDrawingContext {
  /// The row as it was measured.
  public let layout: TemplateLayout
  /// The scale and the direction of the list.
  public let environment: LayoutEnvironment
  /// Lays out text as the list does.
  public let text: TextSystem
  /// Decodes local pictures.
  public let images: ImageLoader

  /// Where the row's accessory is drawn, in logical pixels: a custom one at its own width, `Accessory.customInset` from
  /// the row's end. Nil without one.
  public var accessoryFrame: Rect? {
    var frame = layout.accessoryFrame
    switch layout.accessory {
    case .none: return nil
    case .disclosure, .detailDisclosure, .checkmark, .detail: return frame
    case .custom(let width):
      if environment.direction == .rightToLeft { frame.origin.x += Accessory.customInset }
      frame.size.width = width
      return frame
    }
  }

  /// Where an element lies in the row, in logical pixels; nil if the layout has none with the tag.
  public func frame(of tag: ElementTag) -> Rect? {
    guard var frame = layout.content?.flattened().first(where: { $0.tag == tag })?.frame else { return nil }
    frame.origin.x += layout.contentFrame.origin.x
    frame.origin.y += layout.contentFrame.origin.y
    return frame
  }
}
