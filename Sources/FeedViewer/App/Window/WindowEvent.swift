import FeedViewerBase
import FeedViewerReadingState
import GtkInterop
import LayoutCore

/// What happens in one part of the window and matters to others. Commands go the other way (`WindowCommand`).
enum WindowEvent {
  /// Other panes are shown than before, or with other buttons, when the layout has ended; or the reader went to another pane.
  case panesChanged
  /// Another article is shown, or none.
  case articleChanged
  /// The text that is read was replaced, because it has changed in its file.
  case articleTextChanged
  /// The heading of the article was scrolled out of view, or into it.
  case articleHeadingMoved
  /// The size of the text is another one.
  case zoomChanged
  /// Something else was typed in the search bar while that is open.
  case searchTyped(String)
  case searchBarClosed
  /// The reader goes on from the search bar to the results, with the keyboard.
  case searchBarLeft
  /// The answer to the query is shown, or the search has ended.
  case searchChanged
  /// Edits were made, undone or redone.
  case edited
  /// An edit waits until all entries of its files were read or counted.
  case editWaits
  /// While entries of very large files are marked: how many were looked at of how many; nil in the end.
  case marking((done: Int, all: Int)?)
  /// It is known which remarks the reader has seen.
  case remarksLoaded
  /// A menu of a header bar was closed, with what had the keyboard focus before it was opened.
  case menuClosed(FocusedWidget?)
  /// A file was read without an error.
  case fileRead(OpenFile)
  /// An open file that has changed was read again; with what counts the entries that it did not have before.
  case newEntries(OpenFile, count: () -> Int)
  /// A file was closed: nothing must keep its rows or its text.
  case fileClosed(FilePath)
  /// A file was read completely, and rows that were there before name their authors now or do not any more.
  case authorsChanged(FilePath)
  /// Rows were forgotten that can be read again.
  case rowsForgotten
  /// The dates of rows are called otherwise than before.
  case datesChanged([RowIndexPath])
  /// More of archives was looked at for another order or filter.
  case arrangementProgress
  case stateProblem(StateProblem)
  /// The marks of a feed were loaded after its rows were shown without them.
  case marksLoaded(FeedKey)
}

/// Follows what happens in the parts of a window: the window, which owns them.
protocol WindowEventFollower: AnyObject {
  func follow(_ event: WindowEvent)
}
