'use client';

/** Stands in when even the frame failed, so it uses nothing of ours. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <h1>The dashboard could not be shown</h1>
        <p>
          Nothing was lost: records are kept by the API. Try again; if it stays, the browser console has the details.
        </p>
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  );
}
