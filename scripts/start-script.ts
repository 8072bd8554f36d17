// Bundles web/start-language.ts into /language.js, which a page loads before its first paint. It is no module: a module
// would run after the first paint.
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('../web/start-language.ts', import.meta.url))
const FILE = 'language.js'

async function bundle(): Promise<{ code: string; sources: string[] }> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: SOURCE, formats: ['iife'], name: 'language', fileName: () => FILE },
    },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error(`${SOURCE} has no bundle`)
  return { code: chunk.code, sources: chunk.moduleIds }
}

/** A Vite plugin that adds the script to a build and to the development server. */
export function startScript(): Plugin {
  return {
    name: 'start-script',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== `/${FILE}`) return next()
        response.setHeader('Content-Type', 'text/javascript')
        bundle().then(({ code }) => response.end(code), next)
      })
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { code, sources } = await bundle()
      for (const source of sources) this.addWatchFile(source)
      this.emitFile({ type: 'asset', fileName: FILE, source: code })
    },
  }
}
