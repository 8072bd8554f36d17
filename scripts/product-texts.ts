// Inserts the product's name into files that cannot import it: pages and the manifest of the web and the desktop app.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PRODUCT } from '../schema/product.ts'

const PUBLIC_TEXTS = ['manifest.webmanifest', 'offline.html']

export const withProduct = (text: string) =>
  text.replaceAll('%PRODUCT_NAME%', PRODUCT.name).replaceAll('%PRODUCT_DESCRIPTION%', PRODUCT.description)

/** A Vite plugin that does this for index.html and the public files, in a build and on the development server. */
export function productTexts(): Plugin {
  let publicDir = ''
  return {
    name: 'product-texts',
    configResolved(config) {
      publicDir = config.publicDir
    },
    transformIndexHtml: { order: 'pre', handler: withProduct },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const name = PUBLIC_TEXTS.find((text) => request.url === `/${text}`)
        if (!name) return next()
        response.setHeader('Content-Type', name.endsWith('.html') ? 'text/html' : 'application/manifest+json')
        response.end(withProduct(readFileSync(join(publicDir, name), 'utf8')))
      })
    },
    writeBundle({ dir = '' }) {
      for (const path of PUBLIC_TEXTS.map((name) => join(dir, name)))
        if (existsSync(path)) writeFileSync(path, withProduct(readFileSync(path, 'utf8')))
    },
  }
}
