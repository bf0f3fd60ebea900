/// The console's own script. Everything works without it; it reads out what the pointer or the keyboard is at in a
/// picture, and scrolls the parts of the console to the one that is open.
enum Script {
    static let text = #"""
        "use strict";
        /** Where the parts stand in one line that scrolls, the one that is open is in the middle of it. */
        const parts = document.querySelector(".side");
        const open = parts && parts.querySelector("[aria-current]");
        if (open) parts.scrollLeft = open.offsetLeft - parts.offsetLeft - (parts.clientWidth - open.offsetWidth) / 2;
        /** The line under a picture tells the day that the pointer or the keyboard is at. */
        for (const plot of document.querySelectorAll("[data-plot]")) {
          const readout = document.getElementById(plot.dataset.plot);
          const days = [...plot.querySelectorAll("[data-readout]")];
          if (!readout || days.length === 0) continue;
          const rest = readout.textContent;
          let at = -1;
          const show = (index) => {
            at = Math.max(0, Math.min(days.length - 1, index));
            days.forEach((day, each) => day.classList.toggle("at", each === at));
            readout.textContent = days[at].dataset.readout;
          };
          const leave = () => {
            at = -1;
            days.forEach((day) => day.classList.remove("at"));
            readout.textContent = rest;
          };
          plot.addEventListener("pointermove", (event) => {
            const box = plot.getBoundingClientRect();
            show(Math.floor((event.clientX - box.left) / box.width * days.length));
          });
          plot.addEventListener("pointerleave", leave);
          plot.addEventListener("blur", leave);
          plot.addEventListener("focus", () => { if (at < 0) show(days.length - 1); });
          plot.addEventListener("keydown", (event) => {
            const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -days.length, End: days.length };
            if (!(event.key in steps)) return;
            event.preventDefault();
            show((at < 0 ? days.length - 1 : at) + steps[event.key]);
          });
        }
        """#
}
