import CGtk
import GtkInterop
import LayoutCore
import PangoText

extension RowPainter {
  /// A text of a row, where it was laid out: as a whole, or a line in several parts.
  final class PlacedText {
    /// Where it was laid out; `frame(ofText:)` is where it is seen.
    let frame: Rect
    nonisolated let tag: ElementTag?
    /// The measured height in Pango units; nil for a loose text.
    let measuredHeight: PangoUnits?
    let emphasis: TextEmphasis?
    private let source: Source
    /// Made when it is first needed: of a wide table only some texts are seen.
    private lazy var element = source.element
    /// At least one. Made when they are first needed.
    private(set) lazy var parts = makeParts()
    /// Whether it is a line in several parts.
    let isDivided: Bool
    /// The same lines in another weight, if they are drawn so.
    private(set) lazy var reweighted = emphasis?.weight.flatMap { weight in
      weight == style.weight ? nil : layout.use { ReweightedLines(of: $0, weight: weight) }
    }
    /// The same line with its end, if it is too long.
    private(set) lazy var shortened = emphasis.flatMap { emphasis in
      emphasis.keptEnd > 0
        ? layout.use { ShortenedLine(of: $0, text: string, keptEnd: emphasis.keptEnd) } : nil
    }

    /// Where the text and its layout come from.
    private enum Source {
      case measured(TextElement, makeLayout: () -> GObjectReference<OpaquePointer>)
      case loose(LooseText, LooseTextSource)

      var element: TextElement {
        switch self {
        case .measured(let element, _): element
        case .loose(let loose, let source): source.text(tagged: loose.tag)
        }
      }
    }

    /// A part of a text with a layout of its own.
    final class Part {
      /// In bytes of the text.
      let bytes: Range<Int>
      /// Where it was laid out.
      let frame: Rect
      /// The layout that was measured. Made when it is first needed: of a long line only some are seen.
      private(set) lazy var layout = makeLayout()
      private let makeLayout: () -> GObjectReference<OpaquePointer>

      nonisolated deinit {}

      init(_ bytes: Range<Int>, frame: Rect, makeLayout: @escaping () -> GObjectReference<OpaquePointer>) {
        self.bytes = bytes
        self.frame = frame
        self.makeLayout = makeLayout
      }
    }

    nonisolated deinit {}

    /// Its place among the texts of the row.
    nonisolated var order: UInt16 { tag?.rawValue ?? 0 }
    var string: String { element.string }
    var style: TextStyle { TextStyle(element.style) }
    /// The layout that was measured; of a line in several parts that of the first one.
    var layout: GObjectReference<OpaquePointer> { parts[0].layout }
    var opacity: Double { emphasis?.opacity ?? style.opacity }

    init(
      _ text: Layout.MeasuredText, _ tag: ElementTag?, frame: Rect, emphasis: TextEmphasis?,
      makeLayout: @escaping () -> GObjectReference<OpaquePointer>
    ) {
      self.emphasis = emphasis
      self.frame = frame
      self.tag = tag
      measuredHeight = text.extents.height
      isDivided = false
      source = .measured(text.element, makeLayout: makeLayout)
    }

    /// - Parameter source: Makes the text and lays it out when it is needed.
    init(_ loose: LooseText, from source: LooseTextSource) {
      frame = loose.frame
      tag = loose.tag
      emphasis = nil
      measuredHeight = nil
      isDivided = loose.parts.count > 1
      self.source = .loose(loose, source)
    }

    private func makeParts() -> [Part] {
      let (frame, element) = (frame, element)
      let whole = 0..<element.string.utf8.count
      switch source {
      case .measured(_, let makeLayout): return [Part(whole, frame: frame, makeLayout: makeLayout)]
      case .loose(let loose, let source):
        let system = source.system
        guard loose.parts.isEmpty else { return Self.parts(of: loose, system) }
        return [
          Part(whole, frame: frame) {
            system.makeLayout(element, width: PangoUnits((frame.size.width * 1024).rounded(.down)))
          }
        ]
      }
    }

    private static func parts(of loose: LooseText, _ system: TextSystem) -> [Part] {
      let frame = loose.frame
      return loose.parts.map { part in
        let place = Rect(
          x: frame.minX + part.x, y: frame.minY, width: part.width, height: frame.size.height)
        return Part(part.bytes, frame: place) { system.makeLayout(part.text(), width: nil) }
      }
    }

    /// The layout that is drawn; of a line in several parts that of the first one.
    var drawnLayout: GObjectReference<OpaquePointer> { drawnLayout(of: parts[0]) }

    /// The layout of a part as it is drawn.
    func drawnLayout(of part: Part) -> GObjectReference<OpaquePointer> {
      reweighted?.layout ?? shortened?.layout ?? part.layout
    }

    /// Where a part of the text is in the layout that is drawn, both in bytes.
    func drawnRange(of bytes: Range<Int>) -> Range<Int> {
      reweighted?.range(of: bytes) ?? shortened?.range(of: bytes) ?? bytes
    }

    /// The part with a byte; the last one at the end of the text.
    func part(at offset: Int) -> Part {
      var low = 0
      var high = parts.count - 1
      while low < high {
        let middle = (low + high) / 2
        if parts[middle].bytes.upperBound <= offset { low = middle + 1 } else { high = middle }
      }
      return parts[low]
    }

    /// The part that is nearest to a horizontal place.
    ///
    /// - Parameter x: In logical pixels of the row, as the text was laid out.
    /// - Complexity: O(parts).
    func part(atX x: Double) -> Part {
      func distance(_ part: Part) -> Double { max(0, part.frame.minX - x, x - part.frame.maxX) }
      return parts.min { distance($0) < distance($1) }!
    }
  }
  /// Makes the texts of a row that are not measured.
  final class LooseTextSource {
    let system: TextSystem
    private let content: any Sendable
    private let template: any RowTemplate

    nonisolated deinit {}

    init(content: any Sendable, template: any RowTemplate, system: TextSystem) {
      self.content = content
      self.template = template
      self.system = system
    }

    func text(tagged tag: ElementTag) -> TextElement { template.looseText(tagged: tag, ofAny: content) }
  }
}
