export function LogoMark() {
  return (
    <svg viewBox="-30 -20 60 40" aria-hidden="true">
      <circle className="logo-you" cx="-10" r="20" />
      <circle className="logo-them" cx="10" r="20" />
      <path className="logo-common" d="M0-17.32A20 20 0 0 1 0 17.32A20 20 0 0 1 0-17.32Z" />
    </svg>
  )
}

/** Only the overlap of the logo: what two people share. */
export function Overlap() {
  return (
    <svg className="overlap" viewBox="0 0 20 14" aria-hidden="true">
      <circle className="overlap-ring" cx="7" cy="7" r="6" />
      <circle className="overlap-ring" cx="13" cy="7" r="6" />
      <path className="overlap-lens" d="M10 1.8a6 6 0 0 1 0 10.4a6 6 0 0 1 0-10.4Z" />
    </svg>
  )
}
