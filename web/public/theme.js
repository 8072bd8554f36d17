// See state/theme.ts.
/** A browser that blocks site data throws. */
function stored(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const theme = (stored('ui-theme') ?? systemTheme) === 'dark' ? 'dark' : 'light'
document.documentElement.dataset.theme = theme
for (const color of document.querySelectorAll('meta[data-theme]'))
  color.media = color.dataset.theme === theme ? 'all' : 'not all'
if (stored('authToken')) document.documentElement.dataset.member = ''
