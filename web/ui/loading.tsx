/** A loading sign: two circles that meet. */
export function Loading({ label }: { label: string }) {
  return (
    <div className="loading" role="status">
      <span className="loading-circles" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
