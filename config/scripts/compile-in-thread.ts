import { workerData } from 'node:worker_threads'
import type { Program } from '../folders'
import { compileHere } from './compile'

// What it rejects with reaches the thread that started this one.
void compileHere(workerData as Program[])
