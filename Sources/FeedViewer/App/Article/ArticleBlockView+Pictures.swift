import CGtk
import EntryRows
import VirtualList
import Feeds
import GtkInterop
import PangoText

/// Pictures, and placeholders for those that are not on this machine.
extension ArticleBlockView {
  func picture(_ image: ArticleImage, at index: Int) -> WidgetPointer {
    guard let path = content.pictures[index] else { return missing(image) }
    let place = PendingPicture()
    waiting += 1
    uses.append(
      images.request(path: path, fittingWidth: columnWidth * scale) { [weak self] answer in
        self?.waiting -= 1
        place.answer = answer
        place.show?(answer)
      })
    // The result may be known already if the picture was requested before.
    if case .failure(let failure) = place.answer {
      let box = failed(image, because: failure)
      return link(of: image).map { linked(box, to: $0, named: image.words) } ?? box
    }
    let picture = gtk_picture_new()!
    gtk_picture_set_can_shrink(picture.opaque, 1)
    // The picture takes all available width, but yields to all other widgets.
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    SingleChildLayout.fitPicture(box)
    gtk_box_append(box.cast(), picture)
    gtk_widget_add_css_class(box, "article-picture")
    if let alternative = image.alternative.map(UntrustedText.line) {
      gtk_picture_set_alternative_text(picture.opaque, alternative)
      gtk_widget_set_tooltip_text(picture, alternative)
    }
    let columnWidth = columnWidth
    let declared = image.width.flatMap { $0 > 0 ? min($0, columnWidth) : nil }
    if let width = image.width, let height = image.height, let declared, height > 0 {
      // Reserves the space, so that the text does not jump when the picture arrives.
      let shownHeight = max(1, Double(height) * Double(declared) / Double(width))
      GObjectReference(
        adopting: gdk_paintable_new_empty(Int32(declared), Int32(min(shownHeight.rounded(), 32_767)))!
      ).use { gtk_picture_set_paintable(picture.opaque, $0) }
    }
    let whole = link(of: image).map { linked(box, to: $0, named: image.words) } ?? box
    let shown = GObjectReference(retaining: picture)
    func show(_ texture: SharedObject) {
      let paintable = Self.paintable(of: texture, width: declared, columnWidth: columnWidth)
      shown.use { picture in paintable.use { gtk_picture_set_paintable(picture.opaque, $0) } }
    }
    if case .success(let texture) = place.answer {
      show(texture)
      return whole
    }
    let around = GObjectReference(retaining: whole)
    place.show = { [weak self] answer in
      switch answer {
      case .success(let texture): show(texture)
      case .failure(let failure): around.use { self?.replace($0, showing: image, because: failure) }
      }
    }
    return whole
  }

  /// The target of a picture's link, if it may be opened.
  private func link(of image: ArticleImage) -> String? {
    image.link.flatMap { WebAddress.isOpened($0) || $0.hasPrefix("file:///") ? $0 : nil }
  }

  /// Wraps a picture in a link that works for pointer, keyboard and assistive tools.
  private func linked(_ picture: WidgetPointer, to address: String, named name: String) -> WidgetPointer {
    let button = gtk_link_button_new(address)!
    gtk_button_set_child(button.cast(), picture)
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    gtk_widget_add_css_class(button, "article-picture-link")
    Accessible.setLabel(name, of: button)
    // GTK's own tooltip shows the raw address.
    gtk_widget_set_has_tooltip(button, 0)
    linkTracker.follow(button: button, text: name, address: address)
    Signal.connect(button, "activate-link") { [openLink] _ in
      openLink(address)
      return .handled
    }
    return button
  }

  /// Replaces a picture that can't be shown by a placeholder; a link is kept.
  private func replace(_ widget: WidgetPointer, showing image: ArticleImage, because failure: PictureFailure)
  {
    let box = failed(image, because: failure)
    if g_type_check_instance_is_a(widget.cast(), gtk_button_get_type()) != 0 {
      gtk_button_set_child(widget.cast(), box)
    } else if let parent = gtk_widget_get_parent(widget) {
      gtk_box_insert_child_after(parent.cast(), box, widget)
      gtk_box_remove(parent.cast(), widget)
    }
  }

  /// A placeholder for a picture that can't be shown, with the reason.
  private func failed(_ image: ArticleImage, because failure: PictureFailure) -> WidgetPointer {
    let label = WrappingLabel.make("\(image.words): \(failure.message)")
    gtk_widget_add_css_class(label, ArticlePlaceholder.textClass)
    return ArticlePlaceholder.make(icon: "image-missing-symbolic", label: label)
  }

  /// A picture with its display width: as declared, else one logical pixel per image pixel as in browsers, and at
  /// most the width of the column.
  private static func paintable(
    of texture: SharedObject, width declared: Int?, columnWidth: Int
  ) -> GObjectReference<OpaquePointer> {
    let pixels = Int(gdk_texture_get_width(texture.pointer))
    let width = Float(max(1, declared ?? min(pixels, columnWidth)))
    let height = width * Float(gdk_texture_get_height(texture.pointer)) / Float(max(1, pixels))
    let snapshot = gtk_snapshot_new()!
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: width, height: height))
    gtk_snapshot_append_texture(snapshot, texture.pointer, &bounds)
    return GObjectReference(adopting: gtk_snapshot_free_to_paintable(snapshot, &bounds.size)!)
  }

  /// A placeholder for a picture that is not on this machine.
  private func missing(_ image: ArticleImage) -> WidgetPointer {
    let address = image.sources[0].reference
    let name = ArticleMarkup.escaped(image.words)
    let target = link(of: image) ?? (WebAddress.isOpened(address) ? address : nil)
    let text = target.map { "<a href=\"\(ArticleMarkup.escaped($0))\">\(name)</a>" } ?? name
    return placeholder("image-x-generic-symbolic", text, hasLink: target != nil)
  }

  func embed(_ address: String) -> WidgetPointer {
    let text = ArticleMarkup.escaped(LinkPreview(text: nil, address: address).address)
    let isOpened = WebAddress.isOpened(address)
    return placeholder(
      "video-x-generic-symbolic",
      isOpened ? "<a href=\"\(ArticleMarkup.escaped(address))\">\(text)</a>" : text, hasLink: isOpened)
  }

  private func placeholder(_ icon: String, _ markup: String, hasLink: Bool) -> WidgetPointer {
    ArticlePlaceholder.make(
      icon: icon, label: label(markup: markup, ArticlePlaceholder.textClass, hasLinks: hasLink))
  }
}

extension ArticleImage {
  /// The text that replaces a picture that can't be shown.
  nonisolated var words: String {
    let name = alternative.flatMap { $0.isEmpty ? nil : $0 } ?? WebAddress.fileName(of: sources[0].reference)
    return UntrustedText.revealed(name ?? "Picture", limit: 500)
  }
}

/// The result of a picture request.
private final class PendingPicture {
  var answer: ImageLoader.Answer?
  /// Called when the result arrives after the widget was made.
  var show: ((ImageLoader.Answer) -> Void)?
}
