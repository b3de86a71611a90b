import type { BookTask, PlateSheetTask } from '../books/book'
import { runTasks } from './run-tasks'
import { setBook } from './book/set-book'
import { setPlateSheet } from './set-plate-sheet'

/**
 * The entry of the process that typesets books and sheets of plates. Only this process loads the libraries for that.
 */
runTasks((task: BookTask | PlateSheetTask) => ('sheet' in task ? setPlateSheet(task) : setBook(task)))
