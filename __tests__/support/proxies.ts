import { describeOnCaddy, startCaddy } from './caddy'
import { describeOnNginx, startNginx } from './nginx'

/** Starts a proxy with the shipped file, in front of a server at the second port. */
export type StartProxy = (port: number, serverPort: number) => Promise<{ stop(): Promise<void> }>

/** Defines tests that hold behind either shipped proxy configuration. */
export function describeBehindEachProxy(define: (startProxy: StartProxy) => void): void {
  describeOnNginx(() => define((port, serverPort) => startNginx(port, [serverPort])))
  describeOnCaddy(() => define(startCaddy))
}
