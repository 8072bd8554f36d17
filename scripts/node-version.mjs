/**
 * The Node versions that run TypeScript without a build and that every package supports. On Linux x64 and arm64 a
 * dependency provides one (node_modules/.bin/node).
 */
export const NEEDED = [22, 22, 2]

export function requireNode() {
  const version = process.versions.node.split('.').map(Number)
  const differing = NEEDED.findIndex((part, index) => part !== version[index])
  if (differing === -1 || version[differing] > NEEDED[differing]) return
  console.error(
    `Rapport needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}. Start it with "npm start", or install a newer Node from nodejs.org.`,
  )
  process.exit(1)
}
