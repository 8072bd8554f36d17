import type { Store } from '../state/store.ts'
import type { Theme } from '../state/theme.ts'

/** Keeps the color of the browser's bars that of the chosen theme: of the `meta` elements, only the theme's own applies. */
export function followThemeColor(
  theme: Pick<Store<Theme>, 'getState' | 'subscribe'>,
  colors: Iterable<Pick<HTMLMetaElement, 'media' | 'dataset'>>,
): void {
  const show = () => {
    for (const color of colors) color.media = color.dataset.theme === theme.getState() ? 'all' : 'not all'
  }
  theme.subscribe(show)
  show()
}
