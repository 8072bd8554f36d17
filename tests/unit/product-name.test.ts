import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PRODUCT } from '#schema/product.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = 'schema/product.ts'
/**
 * Pictures and fonts contain no text; the database client is generated; the last file must run on any version of
 * Node.js.
 */
const IGNORED =
  /\.(png|woff2|ico|icns)$|^server\/platform\/postgres\/generated\/|^scripts\/node-version\.mjs$/

const filesOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((path) => !IGNORED.test(path) && path !== SOURCE)

const spelling = (folders: string[], name: RegExp) =>
  folders.flatMap(filesOf).filter((path) => name.test(readFileSync(join(ROOT, path), 'utf8')))

// covers: design-product-name-in-one-file
it('no file except schema/product.ts spells the name of the product', () => {
  expect(spelling(['schema', 'server', 'web', 'desktop', 'scripts'], new RegExp(PRODUCT.name))).toEqual([])
})

it('no file of the web app spells the short name, except for the name of the bridge to the desktop app', () => {
  expect(spelling(['web'], new RegExp(`${PRODUCT.slug}(?!Desktop)`, 'i'))).toEqual([])
})
