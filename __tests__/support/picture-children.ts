import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The ids of a server's running picture processes, from /proc. */
export function pictureProcessesOf(serverPid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPictureProcessOf(pid, serverPid))
}

function isPictureProcessOf(pid: number, serverPid: number): boolean {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return Number(parent) === serverPid && programOf(pid) === 'picture-worker.js'
  } catch {
    // It has just ended.
    return false
  }
}

function programOf(pid: number): string {
  return path.basename(readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').filter(Boolean).pop() ?? '')
}
