import CGtk
import EntryRows
import VirtualList
import Feeds
import GtkInterop
import PangoText

/// Pictures, and what stands for those that are not on this machine.
extension ArticleBlockView {
  func picture(_ image: ArticleImage, at index: Int) -> WidgetPointer {
    guard let path = content.pictures[index] else { return missing(image) }
    let place = PicturePlace()
    waiting += 1
    uses.append(
      images.request(path: path, fittingWidth: columnWidth * scale) { [weak self] answer in
        self?.waiting -= 1
        place.answer = answer
        place.show?(answer)
      })
    // A picture that was asked for before may be known by now.
    if case .failure(let failure) = place.answer {
      let box = unshown(image, because: failure)
      return link(of: image).map { linked(box, to: $0, named: image.words) } ?? box
    }
    let picture = gtk_picture_new()!
    gtk_picture_set_can_shrink(picture.opaque, 1)
    // A picture takes all the width there is, and gives way to all other widgets.
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
      // Keeps the place, so that the text does not jump.
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

  /// The address that a picture leads to, if it can be opened.
  private func link(of image: ArticleImage) -> String? {
    image.link.flatMap { WebAddress.isOpened($0) || $0.hasPrefix("file:///") ? $0 : nil }
  }

  /// A picture that is a link: for the pointer, for keys and for assistive tools.
  private func linked(_ picture: WidgetPointer, to address: String, named name: String) -> WidgetPointer {
    let button = gtk_link_button_new(address)!
    gtk_button_set_child(button.cast(), picture)
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    gtk_widget_add_css_class(button, "article-picture-link")
    Accessible.setLabel(name, of: button)
    // GTK's own shows the address as it is.
    gtk_widget_set_has_tooltip(button, 0)
    linkTracker.follow(button: button, text: name, address: address)
    Signal.connect(button, "activate-link") { [openLink] _ in
      openLink(address)
      return .handled
    }
    return button
  }

  /// Puts an icon and words in the place of a picture that can't be shown; a link stays one.
  private func replace(_ widget: WidgetPointer, showing image: ArticleImage, because failure: PictureFailure)
  {
    let box = unshown(image, because: failure)
    if g_type_check_instance_is_a(widget.cast(), gtk_button_get_type()) != 0 {
      gtk_button_set_child(widget.cast(), box)
    } else if let parent = gtk_widget_get_parent(widget) {
      gtk_box_insert_child_after(parent.cast(), box, widget)
      gtk_box_remove(parent.cast(), widget)
    }
  }

  /// An icon and words that stand for a picture that can't be shown.
  private func unshown(_ image: ArticleImage, because failure: PictureFailure) -> WidgetPointer {
    let label = WrappingLabel.make("\(image.words): \(failure.message)")
    gtk_widget_add_css_class(label, ArticlePlaceholder.textClass)
    return ArticlePlaceholder.make(icon: "image-missing-symbolic", label: label)
  }

  /// A picture with the width at which it is shown: as declared, else a logical pixel for each pixel of the file, as
  /// browsers do, and never wider than the column.
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

  /// What stands for a picture that is not on this machine.
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
  /// What stands for the picture where it can't be shown.
  nonisolated var words: String {
    let name = alternative.flatMap { $0.isEmpty ? nil : $0 } ?? WebAddress.fileName(of: sources[0].reference)
    return UntrustedText.revealed(name ?? "Picture", limit: 500)
  }
}

/// What becomes of a picture that was asked for.
private final class PicturePlace {
  var answer: ImageLoader.Answer?
  /// Called when the answer comes after its place was made.
  var show: ((ImageLoader.Answer) -> Void)?
}
