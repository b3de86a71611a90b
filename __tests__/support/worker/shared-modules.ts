/**
 * Whether the test files of this worker share their modules, so that what one opens may stay open for the next. Not in
 * projects with jest's own runtime, such as `timed` and `bench`.
 */
export function modulesAreShared(): boolean {
  return Reflect.get(globalThis, 'modulesAreSharedIn') === globalThis
}
