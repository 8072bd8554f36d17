export interface PackageRun {
  args: string[]
  output: string
}
export interface VersionInfo {
  version: string
  files: { url: string; sha512: string }[]
  path?: string
  sha512?: string
  releaseDate?: string
}

export function planPackages(options: {
  platform: NodeJS.Platform
  args: readonly string[]
  updateFeed: string | null
}): PackageRun[]
export function mergeUpdateInfos(infos: readonly VersionInfo[]): VersionInfo
export function missingDownloads(output: string, electronVersion: string): string | null
