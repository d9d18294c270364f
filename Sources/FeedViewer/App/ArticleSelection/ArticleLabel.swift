import CGtk
import GtkInterop

/// A label of an article page whose text can be selected together with that of other labels.
struct ArticleLabel {
  private let label: GObjectReference<WidgetPointer>
  /// The label's text, and how it is copied.
  let text: ArticleText

  /// - Parameter label: A GtkLabel.
  init(_ label: WidgetPointer, separator: ArticleText.Separator, marker: String?) {
    self.label = GObjectReference(retaining: label)
    text = ArticleText(
      text: String(cString: gtk_label_get_text(label.opaque)), separator: separator, marker: marker)
  }

  /// The bounds of the label in another widget, in logical pixels; nil if they have no common window.
  func bounds(in widget: WidgetPointer) -> graphene_rect_t? {
    label.use { label in
      var bounds = graphene_rect_t()
      return gtk_widget_compute_bounds(label, widget, &bounds) != 0 ? bounds : nil
    }
  }

  /// The origin of the label's text in another widget: inside its padding.
  func origin(in widget: WidgetPointer) -> graphene_point_t? {
    label.use { label in
      var zero = graphene_point_t(x: 0, y: 0)
      var origin = graphene_point_t()
      return gtk_widget_compute_point(label, widget, &zero, &origin) != 0 ? origin : nil
    }
  }

  /// The address of the link under the pointer, if any.
  var currentLink: String? {
    label.use { gtk_label_get_current_uri($0.opaque).map { String(cString: $0) } }
  }

  /// The character boundary nearest to a point of the label, as a byte offset.
  func offset(x: Double, y: Double) -> Int {
    withLayout { layout, origin in
      var index: Int32 = 0
      var trailing: Int32 = 0
      pango_layout_xy_to_index(
        layout, Int32((x - origin.x) * Double(PANGO_SCALE)), Int32((y - origin.y) * Double(PANGO_SCALE)),
        &index,
        &trailing)
      let bytes = text.text.utf8
      let start = bytes.index(bytes.startIndex, offsetBy: min(Int(index), bytes.count))
      let end = text.text.unicodeScalars.index(start, offsetBy: Int(trailing), limitedBy: text.text.endIndex)
      return bytes.distance(from: bytes.startIndex, to: end ?? text.text.endIndex)
    }
  }

  /// The word at an offset, or the range between two words, in bytes.
  func word(around offset: Int) -> Range<Int> {
    withLayout { layout, _ in
      var count: Int32 = 0
      guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count), count > 0 else {
        return offset..<offset
      }
      let scalars = text.text.unicodeScalars
      let place = text.text.utf8.index(text.text.startIndex, offsetBy: min(offset, text.text.utf8.count))
      // At the end of the text, the last character's word is selected.
      let character = min(scalars.distance(from: scalars.startIndex, to: place), max(0, Int(count) - 2))
      func isBound(_ index: Int) -> Bool {
        attributes[index].is_word_start != 0 || attributes[index].is_word_end != 0
      }
      var start = character
      while start > 0, !isBound(start) { start -= 1 }
      var end = min(character + 1, Int(count) - 1)
      while end < Int(count) - 1, !isBound(end) { end += 1 }
      let from = scalars.index(scalars.startIndex, offsetBy: start)
      let to = scalars.index(scalars.startIndex, offsetBy: end)
      let utf8 = text.text.utf8
      return utf8.distance(from: utf8.startIndex, to: from)..<utf8.distance(from: utf8.startIndex, to: to)
    }
  }

  /// The rectangles of a part of the text, one per line, in the label's logical pixels.
  func rectangles(of part: Range<Int>) -> [graphene_rect_t] {
    withLayout { layout, origin in
      var rectangles: [graphene_rect_t] = []
      let iterator = pango_layout_get_iter(layout)
      defer { pango_layout_iter_free(iterator) }
      repeat {
        guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
        let start = Int(line.pointee.start_index)
        let selected = part.clamped(to: start..<start + Int(line.pointee.length))
        guard !selected.isEmpty else { continue }
        var top: Int32 = 0
        var bottom: Int32 = 0
        pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        pango_layout_line_get_x_ranges(
          line, Int32(selected.lowerBound), Int32(selected.upperBound), &ranges, &count)
        defer { g_free(ranges) }
        for index in 0..<Int(count) {
          guard let ranges else { break }
          let (left, right) = (ranges[2 * index], ranges[2 * index + 1])
          rectangles.append(
            graphene_rect_t(
              origin: graphene_point_t(
                x: Float(origin.x) + Self.pixels(left), y: Float(origin.y) + Self.pixels(top)),
              size: graphene_size_t(width: Self.pixels(right - left), height: Self.pixels(bottom - top))))
        }
      } while pango_layout_iter_next_line(iterator) != 0
      return rectangles
    }
  }

  private static func pixels(_ units: Int32) -> Float { Float(units) / Float(PANGO_SCALE) }

  private func withLayout<Result>(
    _ body: (_ layout: OpaquePointer, _ origin: (x: Double, y: Double)) -> Result
  ) -> Result {
    label.use { label in
      var x: Int32 = 0
      var y: Int32 = 0
      gtk_label_get_layout_offsets(label.opaque, &x, &y)
      return body(gtk_label_get_layout(label.opaque), (Double(x), Double(y)))
    }
  }

  /// The visible part of the label in a widget: preformatted text scrolls in a view of its own.
  func clip(in widget: WidgetPointer) -> graphene_rect_t? {
    label.use { label in
      guard let view = gtk_widget_get_ancestor(label, gtk_viewport_get_type()),
        gtk_widget_is_ancestor(view, widget) != 0
      else { return nil }
      var bounds = graphene_rect_t()
      return gtk_widget_compute_bounds(view, widget, &bounds) != 0 ? bounds : nil
    }
  }
}
