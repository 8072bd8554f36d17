import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long the files of a replaced build are served, in milliseconds: pages that are open still load them. */
const KEPT_FOR = 24 * 60 * 60_000

const filesIn = (directory) => (existsSync(directory) ? readdirSync(directory) : [])

/**
 * Keeps the assets of earlier builds. `store` remembers each with the time of the build that replaced it. Call `take`
 * before a build, which empties `assets`, and `restore` after it.
 */
export function earlierAssets({ assets, store, now = Date.now }) {
  return {
    take() {
      mkdirSync(store, { recursive: true })
      for (const name of filesIn(assets))
        if (!existsSync(join(store, name))) copyFileSync(join(assets, name), join(store, name))
    },
    restore() {
      for (const name of filesIn(store)) {
        const stored = join(store, name)
        const isCurrent = existsSync(join(assets, name))
        if (isCurrent || now() - statSync(stored).mtimeMs > KEPT_FOR) rmSync(stored)
        else copyFileSync(stored, join(assets, name))
      }
    },
  }
}
