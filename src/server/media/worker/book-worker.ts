import type { BookTask } from '../books/book'
import type { PlateSheetTask } from '../plates/plate-sheet'
import { answerTasks } from './answer-tasks'
import { setBook } from './book/set-book'
import { setPlateSheet } from './plate-sheet/set-plate-sheet'

/** The entry of a process that sets books and sheets of plates. What it needs for that is loaded here alone. */
answerTasks((task: BookTask | PlateSheetTask) => ('sheet' in task ? setPlateSheet(task) : setBook(task)))
