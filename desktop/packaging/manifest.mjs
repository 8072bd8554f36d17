import { PRODUCT } from '../../schema/product.ts'

/** Returns the package.json of the packaged app, which has no dependencies: its bundles hold what it needs. */
export const packagedManifest = ({ name, version, description, license }, serverAddress) => ({
  name,
  // Electron's own menu items say it ("Quit" with the name), and the app's data lie in a folder of that name.
  productName: PRODUCT.name,
  version,
  description,
  license,
  // A package for Debian has to say both.
  author: { name: PRODUCT.name, email: PRODUCT.supportEmail },
  homepage: serverAddress,
  // The name of the menu entry on Linux: windows, the count on the icon and links are matched by it.
  desktopName: `${PRODUCT.slug}.desktop`,
  main: 'main.cjs',
})
