import { FuseV1Options, FuseVersion } from '@electron/fuses'

/** Every fuse of the runtime, set explicitly. A new fuse that is missing here fails the packaging. */
export const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
}

export const fuseConfig = (platform) => ({
  ...FUSES,
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Flipping a fuse changes the binary, which invalidates its signature.
  resetAdHocDarwinSignature: platform === 'darwin',
})

/** Returns the names of the fuses that a packaged program has set wrongly. */
export async function wrongFuses(program, read) {
  const { FuseState } = await import('@electron/fuses')
  const wire = await read(program)
  return Object.entries(FUSES).flatMap(([fuse, wanted]) =>
    wire[fuse] === (wanted ? FuseState.ENABLE : FuseState.DISABLE) ? [] : [FuseV1Options[fuse]],
  )
}
