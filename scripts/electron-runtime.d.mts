export function electronRuntime(): string | null
