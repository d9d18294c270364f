import GtkInterop
import LayoutCore
import PangoText

/// Draws the parts of a row that are not text, such as pictures, badges and backgrounds. It exists while its row is near
/// the viewport.
public protocol RowDrawing: AnyObject {
  /// Does work ahead that would otherwise take time when the row is first drawn.
  func prepare()
  /// Called when the row comes on screen.
  ///
  /// - Parameter needsRedraw: Call it when the row must be drawn again.
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
  /// Where those texts are seen that are wider than their row and scroll sideways; nil if all texts stay where they are.
  var sidewaysView: SidewaysView? { get }
  /// Whether texts scroll sideways if there is a ``sidewaysView``.
  ///
  /// - Parameter tag: The tag of the texts.
  func scrollsSideways(textsTagged tag: ElementTag) -> Bool
  /// Scrolls texts sideways so that part of them is seen.
  ///
  /// - Parameter part: Where it is now, in the row's logical pixels.
  func scrollSideways(to part: Rect)
  /// The accessible description of the row, in addition to its name.
  var accessibleDescription: String? { get }
}

/// The part of a row in which texts scroll sideways.
public struct SidewaysView: Equatable {
  /// What of the row shows the texts, in the row's logical pixels.
  public var clip: Rect
  /// How far the texts are moved to the right of where they were laid out, in logical pixels.
  public var displacement: Double

  /// Creates a view.
  public init(clip: Rect, displacement: Double) {
    self.clip = clip
    self.displacement = displacement
  }
}

extension RowDrawing {
  public func prepare() {}
  public func becameVisible(needsRedraw: @escaping () -> Void) {}
  public func drawBackground(on snapshot: OpaquePointer) {}
  public func draw(on snapshot: OpaquePointer) {}
  public func tooltip(at point: Point) -> String? { nil }
  public var sidewaysView: SidewaysView? { nil }
  public func scrollsSideways(textsTagged tag: ElementTag) -> Bool { false }
  public func scrollSideways(to part: Rect) {}
  public var accessibleDescription: String? { nil }
}

/// The properties of a row from which its drawing is made.
public struct RowDrawingContext {
  /// The measured layout of the row.
  public let layout: TemplateLayout
  /// The scale, and the direction in which the row runs.
  public let environment: LayoutEnvironment
  /// Lays out text in the list's font.
  public let text: TextSystem
  /// Decodes local pictures.
  public let images: ImageLoader

  /// The frame of the row's accessory in logical pixels: a custom accessory has its own width, and is
  /// `Accessory.customInset` from the row's end. Nil without an accessory.
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

  /// The frame of an element in the row, in logical pixels; nil if no element has the tag.
  public func frame(of tag: ElementTag) -> Rect? { layout.frame(of: tag) }

  /// The frames of several elements in the row, in logical pixels, by their tags; those that the row does not have are
  /// missing.
  package func frames(of tags: Set<ElementTag>) -> [ElementTag: Rect] { layout.frames(of: tags) }
}
