import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  dev?: boolean
  optional?: boolean
  /** Only development and an optional package need it. */
  devOptional?: boolean
  link?: boolean
}

/** Returns the folders of the packages that `npm ci` installs without development and optional packages. */
export function imagePackages(root: string): string[] {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(packages)
    .filter(([folder, { dev, optional, devOptional, link }]) => {
      const isLeftOut = dev || optional || devOptional || link
      return folder.startsWith('node_modules/') && !isLeftOut
    })
    .map(([folder]) => folder)
}
