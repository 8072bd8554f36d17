import type { FuseConfig, FuseState, FuseV1Options } from '@electron/fuses'

export const FUSES: Record<FuseV1Options, boolean>
export function fuseConfig(platform: string): FuseConfig
export function wrongFuses(
  program: string,
  read: (program: string) => Promise<FuseConfig<FuseState>>,
): Promise<string[]>
