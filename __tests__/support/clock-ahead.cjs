/** Puts the clock of a process CLOCK_AHEAD_MS ahead. For `node --require`, which worker threads repeat. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const realNow = Date.now
Date.now = () => realNow() + aheadMs
globalThis.Date = new Proxy(Date, {
  construct: (RealDate, args, newTarget) =>
    Reflect.construct(RealDate, args.length > 0 ? args : [RealDate.now()], newTarget),
  apply: (RealDate) => new RealDate(RealDate.now()).toString(),
})
