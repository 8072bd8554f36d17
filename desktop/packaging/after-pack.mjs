import { join } from 'node:path'
import { flipFuses } from '@electron/fuses'
import { fuseConfig } from './fuses.mjs'

/** Sets the fuses. electron-builder calls this once for each platform and architecture, before signing. */
export default async function afterPack({ electronPlatformName, appOutDir, packager }) {
  await flipFuses(programOf({ electronPlatformName, appOutDir, packager }), fuseConfig(electronPlatformName))
}

export function programOf({ electronPlatformName, appOutDir, packager }) {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, packager.executableName)
}
