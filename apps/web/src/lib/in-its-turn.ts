/**
 * Fetches a part of the page in a turn of its own. A part is a dozen files: asked for with the press that leads there they
 * would hold the finger up.
 */
export function inItsTurn<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    await new Promise((done) => setTimeout(done));
    return await fetchPart();
  };
}
