import CGtk
import FeedViewerRows
import Glibc
import GtkInterop
import LayoutCore
import VirtualList

/// Opens and closes windows with lists, and counts the objects that stay alive.
package final class WindowCycles {
  /// The list's activity when its window is closed.
  package nonisolated enum Moment: CaseIterable, Sendable {
    case beforeItsFirstFrame, inThePrecache, inADeceleration, afterAnEdit, atRest
  }

  private let content = ThrashScript(seed: 3).content
  /// Objects that are alive, by the names of their types.
  package private(set) var survivors: [String: Int] = [:]
  private var lists: [WeakList] = []

  private struct WeakList {
    weak var list: ListView?
  }

  /// - Precondition: GTK has been initialized, with a display.
  package init() {}

  package func openAndClose(closing moment: Moment) {
    var source: Source? = Source(content)
    let window = gtk_window_new()!
    let scroller = gtk_scrolled_window_new()!
    do {
      let list = ListView.forEntries()
      lists.append(WeakList(list: list))
      gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
      gtk_scrolled_window_set_child(scroller.opaque, list.widget.pointer)
      gtk_window_set_child(window.cast(), scroller)
      gtk_window_set_default_size(window.cast(), 400, 500)
      list.dataSource = source
      list.reloadData()
      gtk_window_present(window.cast())
      use(list, in: scroller, until: moment)
      for object in [window, scroller, list.widget.pointer] { watch(object) }
      watch(gtk_scrolled_window_get_vadjustment(scroller.opaque))
      var child = gtk_widget_get_first_child(list.widget.pointer)
      while let row = child {
        watch(row)
        child = gtk_widget_get_next_sibling(row)
      }
    }
    gtk_window_destroy(window.cast())
    source = nil
    Self.turnLoop(seconds: 2) { survivors.isEmpty && lists.allSatisfy { $0.list == nil } }
    if lists.contains(where: { $0.list != nil }) { survivors["ListView", default: 0] += 1 }
    lists.removeAll { $0.list == nil }
  }

  private func use(_ list: ListView, in scroller: WidgetPointer, until moment: Moment) {
    guard moment != .beforeItsFirstFrame else { return }
    Self.turnLoop(seconds: 5) { list.isLaidOutAtItsOffset }
    switch moment {
    case .beforeItsFirstFrame, .inThePrecache: break
    case .inADeceleration:
      Fling(scroller)?.start(velocity: 3_000)
      Self.turnLoop(seconds: 0.05) { false }
    case .afterAnEdit:
      list.select(RowIndexPath(section: 0, row: 0))
      list.performBatchUpdates { list.reloadSections([0]) }
    case .atRest: Self.turnLoop(seconds: 5) { list.isPrecacheFinished }
    }
  }

  /// Counts an object until it is finalized.
  private func watch(_ object: some GObjectPointer) {
    let name = String(
      cString: g_type_name_from_instance(object.raw.assumingMemoryBound(to: GTypeInstance.self)))
    survivors[name, default: 0] += 1
    let tag = Unmanaged.passRetained(Tag(name, self)).toOpaque()
    g_object_weak_ref(
      object.cast(),
      { data, _ in
        let tag = Unmanaged<Tag>.fromOpaque(data!).takeRetainedValue()
        MainActor.assumeIsolated { tag.cycles?.finalized(tag.name) }
      }, tag)
  }

  private func finalized(_ name: String) {
    survivors[name, default: 0] -= 1
    if survivors[name] == 0 { survivors[name] = nil }
  }

  private static func turnLoop(seconds: Double, until condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition(), ContinuousClock.now < deadline {
      if g_main_context_iteration(nil, 0) == 0 { usleep(100) }
    }
  }
}

private nonisolated final class Tag {
  let name: String
  private(set) weak var cycles: WindowCycles?

  init(_ name: String, _ cycles: WindowCycles) {
    self.name = name
    self.cycles = cycles
  }
}

private final class Source: EntryListDataSource {
  private let content: ThrashContent

  init(_ content: ThrashContent) { self.content = content }

  func numberOfSections(in list: ListView) -> Int { content.list.sections.count }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    content.list.sections[section].rows.count
  }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    content.identity(of: element)
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    content.content(of: element)
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    content.textLengths(of: element)
  }
}
