/** The board of a deal: the player's own line comes into view when it was asked for. */

if (new URLSearchParams(location.search).get("around") === "me") {
  document.querySelector("tr.own")?.scrollIntoView({ block: "center" });
}
