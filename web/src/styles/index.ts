// What every page needs of the style sheets, the order of layers first.
import "./layers.css";
import "./tokens.css";
import "./fonts.css";
import "./base.css";
import "./layout.css";
import "./arabic.css";
