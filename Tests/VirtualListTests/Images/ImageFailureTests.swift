import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import VirtualList

/// What a row says of a picture that can't be shown.
@Suite(.serialized, .needsDisplay)
struct ImageFailureTests {
  @Test func rowExplainsWhyItsPictureIsMissing() async throws {
    let folder = ImageFolder()
    let path = try folder.write(Array("no picture".utf8), name: "broken.png")
    var rows = ListFixture.rows(0..<3)
    rows[1].thumbnail = .image(path: path)
    let fixture = ListFixture([rows])
    defer { fixture.close() }
    let place = RowIndexPath(0, 1)
    let view = try require(fixture.list.pool.view(of: .row(place)))
    try await expect(Display.wait { view.painter?.accessibleDescription != nil })
    expect(view.painter?.accessibleDescription, equals: PictureFailure.undecodable.message)
    // The picture is at the end of the row, 480 wide.
    expect(view.painter?.tooltip(x: 448, y: 30), equals: PictureFailure.undecodable.message)
    expect(view.painter?.tooltip(x: 420, y: 30) == nil)
    expect(hasDescription(view))
    let other = try require(fixture.list.pool.view(of: .row(0, 0)))
    expect(!hasDescription(other))
  }

  /// A picture outside the folder of its feed.
  @Test func rowExplainsWhyItsPictureIsNotRead() async throws {
    var rows = ListFixture.rows(0..<1)
    rows[0].thumbnail = .refused(.outsideFolder)
    let fixture = ListFixture([rows])
    defer { fixture.close() }
    let view = try require(fixture.list.pool.view(of: .row(0, 0)))
    try await expect(Display.wait { view.painter?.accessibleDescription != nil })
    expect(view.painter?.tooltip(x: 448, y: 30), equals: PictureFailure.outsideFolder.message)
    expect(hasDescription(view))
  }

  /// Whether the row has an accessible description besides its name.
  private func hasDescription(_ view: RowView) -> Bool {
    gtk_test_accessible_has_property(view.widget.pointer.opaque, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) != 0
  }
}
