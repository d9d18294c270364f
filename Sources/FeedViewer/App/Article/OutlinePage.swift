import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// What the article pane shows of an outline: the name of the feed that it stands for, where that is, and what can be done with it.
enum OutlinePage {
  static func content(of row: FeedRow) -> StatusPage.Content {
    var content = StatusPage.Content(
      icon: "application-rss+xml-symbolic", title: UntrustedText.line(row.title))
    let copying = ActionButton(localized("Copy _Address"), .copyFeedAddress)
    if let file = row.feedFile {
      content.description = localized("In \(UntrustedText.line(FileName.of(file)))")
      content.buttons = [ActionButton(localized("Open _Feed"), .openFeed)]
    } else if let address = row.feedAddress {
      let shown = LinkPreview(text: nil, address: address).address
      if LocalReference.isRemote(address) {
        content.description =
          shown + "\n"
          + localized(
            "This is a web address, not a file on this computer. Feed Viewer never goes online. Download the feed and open the file to read it here."
          )
      } else {
        content.description = "\(shown)\n\(localized("File not found."))"
      }
      content.buttons = [copying]
    }
    if row.webLink != nil { content.buttons.append(ActionButton(localized("_Visit Website"), .openLink)) }
    return content
  }
}
