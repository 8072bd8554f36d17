import { PRODUCT } from '../../schema/product.ts'

/** Returns the package.json of the packaged app, which has no dependencies: its bundles hold what it needs. */
export const packagedManifest = ({ name, version, description, license }, serverAddress) => ({
  name,
  // Electron's menu items show this name ("Quit …"), and the app's data folder has it.
  productName: PRODUCT.name,
  version,
  description,
  license,
  // A Debian package requires both.
  author: { name: PRODUCT.name, email: PRODUCT.supportEmail },
  homepage: serverAddress,
  // The name of the menu entry on Linux. The desktop matches windows, badges and links by it.
  desktopName: `${PRODUCT.slug}.desktop`,
  main: 'main.cjs',
})
