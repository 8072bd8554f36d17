export function importedPackages(): string[]
export function packageFolders(names: readonly string[]): string[]
export function copyRuntimeModules(target: string): void
