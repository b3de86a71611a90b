import { answerTasks } from './answer-tasks'
import { setBook } from './book/set-book'

/** The entry of a process that sets books. What it needs for that is loaded here alone. */
answerTasks(setBook)
