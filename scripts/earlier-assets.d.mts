export function earlierAssets(options: { assets: string; store: string; now?: () => number }): {
  take(): void
  restore(): void
}
