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
document.documentElement.dataset.theme = (stored('ui-theme') ?? systemTheme) === 'dark' ? 'dark' : 'light'
if (stored('authToken')) document.documentElement.dataset.member = ''
