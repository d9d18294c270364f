// The demo of a table view: rows from a template in sections with headers, footers and an index; the nine edits of a list,
// by buttons or with Alt and the letter that is underlined; a swipe to delete, a choice of how heights are cached, statistics
// and the debug log, and a refresh by pulling the list down.

let demo = Demo(writeLog: { print($0) })
demo.window.run()
