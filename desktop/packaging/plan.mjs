const OUTPUT = 'dist/packages'
const LINUX_TARGETS = ['AppImage', 'deb']

/**
 * Returns electron-builder's runs for a system, each as its arguments and the folder that it fills.
 *
 * On Linux each package has a run and a folder of its own. The deb writes `resources/package-type` into the unpacked
 * app; an AppImage made of the same folder would take itself for a deb and update with a deb (electron-updater's
 * main.js reads that file).
 */
export function planPackages({ platform, args, updateFeed }) {
  // With a feed the packages get app-update.yml, from which electron-updater takes the name of its cache folder.
  const feed = updateFeed === null ? [] : ['-c.publish.provider=generic', `-c.publish.url=${updateFeed}`]
  const common = ['--config', 'electron-builder.yml', '--publish', 'never', ...feed, ...args]
  if (platform !== 'linux' || args.includes('--dir')) return [{ args: common, output: OUTPUT }]
  return LINUX_TARGETS.map((target) => {
    const output = `${OUTPUT}/${target.toLowerCase()}`
    return { args: ['--linux', target, ...common, `-c.directories.output=${output}`], output }
  })
}

/**
 * Returns one description of a version out of those of several runs: the files of all, and for old updaters the path
 * of the first. @throws Error when they describe different versions
 */
export function mergeUpdateInfos(infos) {
  const [first] = infos
  const other = infos.find(({ version }) => version !== first.version)
  if (other) throw new Error(`The packages have different versions: ${first.version} and ${other.version}`)
  return { ...first, files: infos.flatMap(({ files }) => files) }
}

const NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT)\b/

/** Returns an explanation if a packaging run failed because it could not download; null after any other failure. */
export function missingDownloads(output, electronVersion) {
  if (!NETWORK.test(output)) return null
  const needed = output.includes('packaging')
    ? `Electron's runtime ${electronVersion}, which the installers contain, or a tool that makes them`
    : 'a tool that makes the installers'
  return `The app is built in dist/desktop, but not packaged: ${needed} could not be downloaded.
electron-builder takes both from github.com (electron/electron and electron-userland/electron-builder-binaries).
Run this again on a machine that reaches it, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.
`
}
