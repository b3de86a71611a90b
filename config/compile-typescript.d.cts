export function compileTypescript(source: string, filename: string): { code: string; map?: string }
